"""Reads what is disputed in an incident file: a fact by its name, and who says what about it.

Each version is read as if the file told it, so that a version may hold whatever a file may hold, and a fault in one
stands at its place. The fact itself is not told in the story: whoever looks at the story alone finds it unknown.
"""

from __future__ import annotations

from math import prod

from facts.addresses import Address, parse_address
from facts.amounts import NotUnderstood
from facts.faults import Faults
from facts.incident import Dispute, Incident, Place, Version
from facts.reader_actions import ActionReader
from facts.yamlnodes import Field, MapNode, Node, ScalarNode, short

MOST_VERSIONS = 16
"""Of several disputes all combinations are ruled on; no more than these."""
NOT_SO = "-"
_HINT = "who says what, such as {B: call, dealer: raise}"


def read_disputes(root: Node, node: Node, incident: Incident, reader: ActionReader) -> tuple[Dispute, ...]:
    """The disputes that ``node`` tells about the incident in ``root``; faults go to ``reader``."""
    told: list[Dispute] = []
    seen: dict[Address, str] = {}
    for name, field in reader.fields(node, "disputed").items():
        address = _address(name, field, incident, reader)
        if address is None:
            continue
        if address in seen:
            reader.fault(field.key, f"disputed: {address} stands twice", f"also as {seen[address]}")
            continue
        seen[address] = name
        if _told(root, address, field, reader):
            continue
        versions = _versions(root, address, field, reader)
        if versions:
            told.append(Dispute(str(address), versions, Place(field.key.line, field.key.column)))
    several = prod(len(dispute.versions) for dispute in told)
    if several > MOST_VERSIONS:
        message = f"disputed: {several} combinations of versions"
        reader.fault(node, message, f"at most {MOST_VERSIONS} are ruled on; leave out what is agreed on by now")
    return tuple(told)


def _address(name: str, field: Field, incident: Incident, reader: ActionReader) -> Address | None:
    try:
        return parse_address(name, incident, reader.vocabulary())
    except NotUnderstood as error:
        reader.fault(field.key, f"disputed: {error.message}", error.hint)
        return None


def _told(root: Node, address: Address, field: Field, reader: ActionReader) -> bool:
    """Whether the story tells what is disputed, or what rules it out; a fault when it does."""
    from facts.story import excluded, node_at  # the two modules know each other's tree

    for one in (address, *excluded(address)):
        if node_at(root, one) is not None and address.key:
            told = f"disputed: {address} is disputed, and the story tells {one}"
            reader.fault(field.key, told, "leave it out there: what is disputed stands here only")
            return True
    act = node_at(root, address) if address.of == "act" and not address.key else None
    if act is not None and not (isinstance(act, MapNode) and not act.pairs):
        told = f"disputed: {address} is disputed, and the story tells what it was"
        reader.fault(field.key, told, "write the seat alone there, such as `- B:`")
        return True
    return False


def _versions(root: Node, address: Address, field: Field, reader: ActionReader) -> tuple[Version, ...]:
    from facts.story import flow

    before, found = len(reader.faults), dict[str, list[str]]()
    for who, told in reader.fields(field.value, f"disputed {address}").items():
        if not who.strip():
            reader.fault(told.key, f"disputed {address}: nobody is named", _HINT)
        elif isinstance(told.value, ScalarNode) and told.value.is_null:
            reader.fault(
                told.key, f"disputed {address}: what {short(who)} says is missing", f"{NOT_SO} : it was not so"
            )
        elif _can_be(root, address, told, reader):
            found.setdefault(NOT_SO if _is_not_so(told.value) else flow(told.value), []).append(who.strip())
    if len(reader.faults) == before and len(found) < 2:
        reader.fault(field.key, f"disputed {address}: there is one version only", _HINT)
        return ()
    return tuple(Version(tuple(who), value) for value, who in found.items())


def _can_be(root: Node, address: Address, told: Field, reader: ActionReader) -> bool:
    """Whether a version can be told; what cannot be is a fault at its place."""
    from facts.reader import incident_from_node
    from facts.story import with_node, without_disputes

    version = with_node(without_disputes(root), address, None if _is_not_so(told.value) else told.value)
    try:
        incident_from_node(version, reader.file, reader.vocabulary())
    except Faults as wrong:
        for fault in wrong.faults:
            reader.fault_at(fault.line, fault.column, fault.message, fault.hint)
        return False
    return True


def _is_not_so(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.text == NOT_SO


__all__ = ["MOST_VERSIONS", "read_disputes"]
