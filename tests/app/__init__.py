"""The node as a whole: what its settings reach, and how it takes leave."""
