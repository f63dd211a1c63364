"""The HTTP service; ``service.api.app.create_app(settings)`` builds it."""
