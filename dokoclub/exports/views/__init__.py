"""The pages of imports and exports."""
