"""Answers to two exercises, and what each is worth."""
import random

EXERCISES = {
    "tell-the-user": (
        {
            "offline": "offline", "list-503": "try-again-shortly", "payment-timed-out": "uncertain",
            "payment-refused": "try-again-shortly", "form-422": "correct-entry",
            "payment-key-timed-out": "try-again-shortly", "certificate": "insecure", "left": "none",
        },
        ["offline", "try-again-shortly", "uncertain", "correct-entry", "insecure", "none"],
    ),
    "replay-sensitivity": (
        {
            "order-keyless": "repeat-sensitive", "order-keyed": "robust", "spend-budget": "repeat-sensitive",
            "set-address": "order-sensitive", "delete": "robust", "append-comment": "doubly-sensitive",
            "conditional-update": "order-sensitive", "store-token": "order-sensitive",
        },
        ["robust", "repeat-sensitive", "order-sensitive", "doubly-sensitive"],
    ),
}


def some_answers(chance: random.Random):
    """An exercise, answers of which some are right, and the points for them: one each."""
    exercise = chance.choice(sorted(EXERCISES))
    right, choices = EXERCISES[exercise]
    given = {name: answer if chance.random() < 0.6 else chance.choice(choices) for name, answer in right.items()}
    return exercise, {"answers": given}, sum(given[name] == right[name] for name in right)
