"""What the pages of imports and exports show, each at a fixed number of queries."""
