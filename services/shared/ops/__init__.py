"""Programs that operators run: migrations, database roles, provisioning, re-encryption, restored backups."""
