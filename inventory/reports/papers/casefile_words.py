"""What a case file tells people to do when two papers bear one number."""

MAKERS_WORDS = (
    "The certificate, the list of all cards and the verification file hold, under the fingerprint "
    "above. The maker printed this number once: of two papers that bear it, one is a copy."
)

WHAT_TO_DO = (
    (
        "Keep both papers. Give neither back, write on neither, punch neither. Each goes into an "
        "envelope of its own with table, the name of who gave it, and the time; two people sign."
    ),
    (
        "Pay nobody on this number until it is decided. The round may close with its share held "
        "back: inventory round close --hold-back. If it is paid already, keep the receipt with "
        "the papers."
    ),
    (
        "Read back the table, the seller's name and the sale above to whoever was there, and note "
        "what each player says of where the card was bought."
    ),
    (
        "Compare the outsides: number, color word, linear code and square code must be the same "
        "on both, and a copy has them too. Scan each outside at a till: a tag that was made up is "
        "refused."
    ),
    (
        "Compare the papers with an unsold card of the same pack: weight, shade, the print of the "
        "block-out against a lamp, perforation, glue on the three edges, the fold, teeth of the "
        "cut. A copy is cut by other means and was never glued shut."
    ),
    (
        "Compare the numbers inside with the face above, cell by cell, also the number in the "
        "free space. Other numbers, or a code that opens nothing, are an altered or invented "
        "card."
    ),
    (
        "Send this file to the maker and ask which paper is of the run. When no code can be read, "
        "the maker's two custodians open this one card after the occasion is closed: cardgen "
        "open-card. The two papers themselves stay here."
    ),
    (
        "Give the police this file with proof.json. docs/check-a-ledger.md shows how a stranger "
        "checks every entry with a program of his own; inventory papers --auditor gives him the "
        "whole ledger."
    ),
)
