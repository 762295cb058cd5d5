"""Refusals of what comes from a maker: deliveries, status lists, cards that a list names."""

from collections.abc import Mapping
from types import MappingProxyType

MAKERS_REFUSALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "wrong-hall": (
            "This delivery is consigned to {consigned}, this hall is {hall}.",
            "Send it on, or ask the maker for a delivery to {hall}.",
        ),
        "fingerprint-needed": (
            "Nothing of maker {maker} was received here before.",
            "Type the fingerprint on the paper certificate: --fingerprint.",
        ),
        "another-signer": (
            "ALARM: maker {maker} is known here by {known}; this delivery is signed by {signer}.",
            "Call the maker; only when its root is new, type the new paper's --fingerprint.",
        ),
        "already-received": (
            "Set {serial} was received already.",
            "Nothing is to do; a pack that turned up later is entered with `inventory found`.",
        ),
        "copy-restored": (
            "Set {serial} was received already; the hall's damaged copy of it is whole again.",
            "Stock did not change; do what was asked before again.",
        ),
        "known-with-another-run": (
            "Set {serial} is known here from another run: two cards would bear one number.",
            "Do not use these cards; call the maker.",
        ),
        "known-with-another-field": (
            "Set {serial} is known here with {field} {known}; this delivery says {said}.",
            "Do not use these cards; call the maker.",
        ),
        "known-with-another-bundle": (
            "Set {serial} is known here with another verification file of the same run.",
            "Do not use these cards; call the maker.",
        ),
        "numbers-overlap": (
            "Cards {first} to {last} of set {serial} were received before, in {pack}.",
            "Do not use these cards; call the maker: two cartons bear the same numbers.",
        ),
        "set-called-back": (
            "Set {serial} is {status} by its maker since {since}: {reason}.",
            "Do not receive it; put the carton aside and ask the maker.",
        ),
        "maker-unknown": (
            "Nothing was received here of the maker of this status list.",
            "Receive a delivery of it first, with the fingerprint on paper.",
        ),
        "status-differs": (
            "Status list {number} of maker {maker} lacks what list {known} says of set {serial}.",
            "A recall is never taken back by a list; call the maker.",
        ),
        "not-disclosed": (
            "The maker's list says nothing of a disclosure of set {serial}.",
            "What it does say is noted; ask the maker for its newest list.",
        ),
        "not-recalled": (
            "Card {card} is not of a recalled set.",
            "Nothing is to release: claim it, or pay it.",
        ),
        "not-claimed": (
            "Card {card} is {state}: no claim on it waits for a ruling.",
            "Claim it first; the claim is kept open for its ruling.",
        ),
        "ruling-needed": (
            "Nobody is named who decided that card {card} may be paid.",
            "Say who decided it and where it is written: --ruling.",
        ),
        "recalled": (
            "Card {card} is of a set that its maker recalled on {since}: {reason}.",
            "Do not sell it, do not pay on it; put it aside and ask the maker.",
        ),
        "returned": (
            "Card {card} went back to its maker, who noted it on {since}: {reason}.",
            "It lies at the plant: keep what you hold, and ask the maker.",
        ),
        "disclosed": (
            "Card {card} is of a set whose secrets are published since {since}: {reason}.",
            "Anybody can make such a card now: keep it, and call the manager.",
        ),
    }
)
