from components.base.chart import Chart


class ReadingWho(Chart):
    """Direct logit attribution: what each writer adds to the readout, and the words it promotes and demotes."""
