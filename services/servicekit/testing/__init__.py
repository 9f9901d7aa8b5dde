"""What every service's tests need: a real database, a web client that is someone, a gRPC server in the process."""
