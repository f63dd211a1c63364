"""The service on a Ray cluster (extra `cluster`): the same app on Ray Serve, its readers on machines of their own, and
batches over all of them. Nothing else of the service imports Ray."""
