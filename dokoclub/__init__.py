__version__ = "0.1.0"
NEWS = "1.0"  # the version that docs/handbook/*/news.md tells about
