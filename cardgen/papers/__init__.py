"""Plain documents of a delivery: the certificate's page, the packing slip, the labels."""
