"""The widgets of the window; none of them touches a file, the index or a model."""
