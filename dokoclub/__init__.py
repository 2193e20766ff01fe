__version__ = "1.0.0"
NEWS = "1.0"  # the version that docs/handbook/*/news.md tells about
