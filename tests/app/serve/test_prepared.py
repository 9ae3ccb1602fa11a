"""Bodies kept ready to send, within a bound."""

from app.serve.prepared import Prepared, Store, prepare


def test_a_store_forgets_the_least_recently_asked_for():
    def sized(size: int) -> Prepared:
        return prepare(b"", "text/plain")._replace(bodies={"gzip": b"x" * size})

    store = Store(most=30)
    missing = []
    for key in "abcadab":
        if store.find(key) is None:
            missing.append(key)
            store.keep(key, sized(10))
    assert "".join(missing) == "abcdb"
    assert store.size == 30
    store.keep("large", sized(31))
    assert store.find("large") is None
    store.keep("b", sized(10))
    assert store.size == 30, "kept twice"
