"""Functions that print the results of checks."""

failures: list[int] = []


def same(task: int, first: object, *others: object) -> None:
    """Prints whether the results of a task are equal."""
    if all(other == first for other in others):
        print(f"ok task {task}", flush=True)
    else:
        failures.append(task)
        print(f"not ok task {task}: {[first, *others]!r}", flush=True)
