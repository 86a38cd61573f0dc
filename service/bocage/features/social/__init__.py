"""Friends, blocks, mutes and reports to the operator."""
