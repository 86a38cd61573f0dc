"""The page's modules for the network, under Node: with a clock and a socket of the tests' own, in milliseconds."""
