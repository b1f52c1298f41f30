"""Files become notes: listing, reading, cutting into chunks, and watching for changes. No SQL."""
