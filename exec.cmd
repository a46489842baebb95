@rem npm scripts begin with "exec", which sh needs to pass signals on. Windows has no such command.
@%*
