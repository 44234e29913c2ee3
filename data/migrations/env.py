"""Run the steps on the connection that data.migration hands over, inside its transaction."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # SQLite can roll back changes of tables as well; its transaction is begun by hand.
    transactional_ddl=True,
)
context.run_migrations()
