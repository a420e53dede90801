"""The games. They never import each other; `jemaa.catalog` names them."""
