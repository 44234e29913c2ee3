"""Run the steps on the connection from `data.migration`, inside its transaction."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # SQLite can roll back schema changes as well; its transaction is begun explicitly.
    transactional_ddl=True,
)
context.run_migrations()
