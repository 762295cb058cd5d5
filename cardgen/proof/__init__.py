"""What anyone may hold and check: trees, signatures, bundles, manifests, certificates."""
