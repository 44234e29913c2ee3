"""Run the steps on the connection that data.migration hands over, inside its transaction."""

from alembic import context

from data.schema.everything import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can take back changes of tables as well; its transaction has been begun by hand.
    transactional_ddl=True,
)
context.run_migrations()
