"""A session of the Python client in a process of its own, for `guests.mjs`: a line of JSON in for each call, and one out with what it read.

`guest.py SESSION TIMEOUT`.
"""

import json
import sys

import domtool


def answer(session: domtool.Session, timeout: float, tool: str, args: dict) -> str:
    """What a call gives, as a text."""
    if tool == "open":
        return repr(session.open(args["url"], timeout=timeout))
    if tool == "observe":
        return session.observe().text
    batch = session.act(args["actions"], timeout=timeout)
    if not batch.ok:
        raise RuntimeError(repr(batch))
    return repr(batch)


def main() -> None:
    session = domtool.Session(sys.argv[1])
    for line in sys.stdin:
        call = json.loads(line)
        try:
            said = {"text": answer(session, float(sys.argv[2]), call["tool"], call["args"])}
        except (domtool.DomtoolError, RuntimeError) as error:
            said = {"error": str(error)}
        print(json.dumps(said), flush=True)


main()
