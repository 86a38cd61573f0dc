"""Bugs for Python, made from the syntax tree: each replaces one expression or one statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.mutants.change import Change

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
#: Of such numbers nobody promises the last digit: a bug changes them by half, not by one.
LARGE = 100
#: Lines for operators, slots and texts for debugging change nothing that a test should insist on.
QUIET_CALLS = {"debug", "info", "warning", "exception", "error"}
QUIET_FUNCTIONS = {"__repr__", "__init_subclass__"}


def changes(path: str, text: str) -> Iterator[Change]:
    """Every bug of this kind that the file offers, in the order of its text."""
    offsets = _Offsets(text)
    for kind, node, new in _Walk().walk(ast.parse(text)):
        start, end = offsets.of(node)
        if text[start:end] != new:
            yield Change(path, start, end, new, kind)


class _Offsets:
    """Places in a text from the lines and bytes that the parser counts in."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def of(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())


class _Walk:
    """Goes through what is executed; annotations, docstrings, asserts and log lines are left alone."""

    def walk(self, node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
        if isinstance(node, ast.stmt):
            if _quiet(node):
                return
            yield from _statement(node)
        elif isinstance(node, ast.JoinedStr):
            return  # before Python 3.12 the parser does not know the places within
        elif isinstance(node, ast.expr):
            yield from _expression(node)
        for name, value in ast.iter_fields(node):
            if isinstance(node, ast.FunctionDef) and node.name == "__init__" and name == "body":
                # An attribute that is never set shows at once.
                value = [line.value if isinstance(line, ast.Assign) else line for line in value]
            if name in ("annotation", "returns", "decorator_list", "type_params", "bases", "keywords") and not (
                name == "keywords" and isinstance(node, ast.Call)
            ):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.walk(child)


def _quiet(node: ast.stmt) -> bool:
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=attr))):
            return attr in QUIET_CALLS
        case ast.FunctionDef(name=name):
            return name in QUIET_FUNCTIONS
        case ast.AnnAssign(annotation=ast.Subscript(value=ast.Name(id="Annotated"))):
            return True  # the value of a setting is a decision, which tests do not repeat
        case ast.ClassDef(bases=bases):
            # Nothing of a protocol is executed.
            return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in bases)
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")]):
            return True
        case (
            ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar")))
            | ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))
        ):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _statement(node: ast.stmt) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    match node:
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Delete():
            yield "statement removed", node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement removed", node, "pass"
        case ast.Continue():
            yield "continue for break", node, "break"
        case ast.Break():
            yield "break removed", node, "pass"
        case ast.If(test=test, body=[ast.Return() | ast.Raise() | ast.Continue() | ast.Break()], orelse=[]):
            yield "guard removed", test, "False"
        case ast.If(test=test) | ast.While(test=test) if not _turned(test):
            yield "condition turned", test, ast.unparse(ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) as value):
            yield "answer constant", value, "True"
            yield "answer constant", value, "False"


def _turned(test: ast.expr) -> bool:
    """Whether other bugs turn this condition already."""
    return isinstance(test, ast.Compare | ast.Constant) or (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _expression(node: ast.expr) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for i, op in enumerate(ops):
                other = [*ops[:i], COMPARISONS[type(op)](), *ops[i + 1 :]]
                yield "comparison", node, ast.unparse(ast.Compare(left, other, right))
        case ast.BoolOp(op=op, values=values):
            turned = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and for or", node, f"({ast.unparse(ast.BoolOp(turned, values))})"
            for i in range(len(values)):
                rest = [*values[:i], *values[i + 1 :]]
                yield "condition dropped", node, f"({ast.unparse(ast.BoolOp(op, rest) if rest[1:] else rest[0])})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not removed", node, f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not _texts(left, right):
            yield "arithmetic", node, f"({ast.unparse(ast.BinOp(left, ARITHMETIC[type(op)](), right))})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "branches swapped", node, f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Constant(value=bool() as value):
            yield "constant", node, repr(not value)
        case ast.Constant(value=int() | float() as value) if value >= LARGE:
            yield "twice as much", node, repr(value * 2)
            yield "half as much", node, repr(value // 2)
        case ast.Constant(value=int() | float() as value):
            yield "off by one", node, repr(value + 1)
            yield "off by one", node, f"({value - 1!r})" if value < 1 else repr(value - 1)
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield "min for max", node.func, NAMES[name]
    if isinstance(node, ast.Call):
        yield from _call(node)


def _call(node: ast.Call) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    first = node.args[:2]
    # Things of another shape are of another type: such a bug shows at once.
    either_way = isinstance(node.func, ast.Name) and node.func.id in ("min", "max")
    if len(first) == 2 and not either_way and all(isinstance(arg, ast.Name | ast.Attribute) for arg in first):
        swapped = ast.Call(node.func, [first[1], first[0], *node.args[2:]], node.keywords)
        yield "arguments swapped", node, ast.unparse(swapped)
    for i, keyword in enumerate(node.keywords):
        # What a task is called is for people who debug.
        if keyword.arg is not None and not (keyword.arg == "name" and _makes_task(node)):
            rest = [*node.keywords[:i], *node.keywords[i + 1 :]]
            yield "argument dropped", node, ast.unparse(ast.Call(node.func, node.args, rest))


def _makes_task(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "create_task"


def _texts(*nodes: ast.expr) -> bool:
    return any(
        isinstance(node, ast.JoinedStr | ast.List)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in nodes
    )
