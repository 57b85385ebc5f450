#!/usr/bin/env python3
"""Fits the table of src/image/cmyk.cpp.

    python3 scripts/images/fit_inks.py INKS COLOURS

INKS are mixtures as four bytes each (cyan, magenta, yellow, black; 255 is all of it), COLOURS what a colour management
system makes of them, as three bytes of sRGB each: half of them random, half from photographs. Needs numpy.
"""
import sys

import numpy

DEGREE_TABLE = 70


def factors(inks):
    """256 stands for all of an ink."""
    inks = inks.astype(int)
    return inks + (inks >> 7)


def products(inks):
    """As `show_inks` makes them, in whole numbers: those of each number of inks by their last one."""
    value = factors(inks)
    lower = [[value[:, ink]] for ink in range(4)]
    columns = [numpy.full(len(inks), 256), *value.T]
    for _ in range(3):
        lower = [[each * value[:, ink] >> 8 for group in lower[: ink + 1] for each in group] for ink in range(4)]
        columns += [each for group in lower for each in group]
    assert len(columns) == DEGREE_TABLE
    return numpy.stack(columns, axis=1)


def fit(inks, colours):
    """White paper is white; where a colour is 0 or 255 the fit may go beyond it."""
    terms = products(inks)[:, 1:] / 256
    wanted = colours.astype(float)
    for _ in range(12):
        table, *_rest = numpy.linalg.lstsq(terms, wanted - 255, rcond=None)
        made = terms @ table + 255
        wanted = numpy.where((colours == 0) & (made < 0), made, colours)
        wanted = numpy.where((colours == 255) & (made > 255), made, wanted)
    return numpy.concatenate([[[255] * 3], numpy.rint(table).astype(int)])


def main():
    inks = numpy.fromfile(sys.argv[1], dtype=numpy.uint8).reshape(-1, 4)
    colours = numpy.fromfile(sys.argv[2], dtype=numpy.uint8).reshape(-1, 3)
    table = fit(inks, colours)
    shown = numpy.clip((products(inks) @ table + 128) >> 8, 0, 255)
    print("mean difference", numpy.abs(shown - colours).mean().round(2), file=sys.stderr)
    pairs = table.reshape(-1, 2, 3).swapaxes(1, 2).tolist()
    print(str(pairs).replace("[", "{").replace("]", "}"))


main()
