from components.base.chart import Chart


class ReadingSize(Chart):
    """Sizes and angles of the writes, and the wires between layers: four faces."""
