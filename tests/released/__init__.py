"""What released versions wrote, kept as files: it can be restored, imported and worked out again, whatever comes."""
