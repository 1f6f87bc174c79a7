"""Drawings as files (data/art): the meaning of a line, and the errors for an unreadable one."""

from pathlib import Path

import pytest

from renderers.kit.art import FOLDER, ArtError, drawings, read_drawings
from renderers.kit.outlines import Part, disc, moved, smooth, star, taper, turned

SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]


def read(folder: Path, text: str):
    file = folder / "signs.txt"
    file.write_text(f"# a sign\ntones d k\n{text}")
    return read_drawings(file)


def test_each_shipped_file_is_valid_and_has_drawings() -> None:
    for file in FOLDER.iterdir():
        assert all(part.points for drawing in drawings(file.stem).values() for part in drawing)


def test_a_part_has_the_tone_and_shape_of_its_line(tmp_path: Path) -> None:
    drawn = read(
        tmp_path,
        "# a comment\n[all]\nd 0,0 1,0 1,1\nk smooth 5 0,0 1,0\n    1,1 # goes on\nd taper 0.1 0.2 0,0 1,1\n"
        "k disc 0.5 0,0 0.5,-0.5\nd star 5 1 0.4 0.2,0.3\n",
    )
    assert drawn["all"] == (
        Part("d", SQUARE),
        Part("k", smooth(SQUARE, 5)),
        Part("d", taper([(0.0, 0.0), (1.0, 1.0)], 0.1, 0.2)),
        Part("k", disc(0, 0, 0.5)),
        Part("k", disc(0.5, -0.5, 0.5)),
        Part("d", moved(star(5, 1, 0.4), 0.2, 0.3)),
    )


def test_words_after_a_part_change_it_and_after_a_name_the_whole_drawing(tmp_path: Path) -> None:
    drawn = read(
        tmp_path,
        "[one]\nd 0,0 1,0 1,1 both\nk 0,0 1,0 1,1 move 0.5,0 stretch 2,1\nd 0,0 1,0 1,1 flip\n"
        "k 0,0 1,0 -1,1 0,1 right\n[two] turn 30\nk disc 0.5 0,0\n",
    )
    assert [list(part.points) for part in drawn["one"]] == [
        SQUARE,
        [(0, 0), (-1, 0), (-1, 1)],
        [(1, 0), (3, 0), (3, 1)],
        [(0, 0), (1, 0), (1, -1)],
        [(0, 0), (1, 0), (0, 1)],
    ]
    assert drawn["two"] == (Part("k", turned(disc(0, 0, 0.5), 30)),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[a]\nd smoth 0,0 1,0 1,1", "signs.txt, line 4: there is no smoth; was smooth meant?"),
        ("[a]\nd 0,0 1,0 1,1 twist", "signs.txt, line 4: there is no twist"),
        ("[a]\nx 0,0 1,0 1,1", "signs.txt, line 4: there is no tone x; the tones are d k"),
        ("[a]\nd 0,0 1,0", "signs.txt, line 4: d takes numbers: 0, and points: at least 3"),
        ("[a]\nd disc 0,0", "signs.txt, line 4: disc takes numbers: 1, and points: at least 1"),
        ("[a]\nd disc 1 0,0 turn", "signs.txt, line 4: turn takes numbers: 1, and points: 0"),
        ("[a]\nd", "signs.txt, line 4: write points, or a shape with its points"),
        ("[a]\nd 0,0 1;0 1,1", "signs.txt, line 4: 1;0 is no number, no point such as 0.5,-0.3 and no word"),
        ("\nd 0,0 1,0 1,1", "signs.txt, line 4: write the name of the drawing above it, as [name]"),
        ("[a\n", "signs.txt, line 3: write the name of a drawing as [name]"),
        ("[a]\nd disc 1 0,0\n[a]\n", "signs.txt, line 5: there is a drawing a above"),
        ("[a]\nd disc 1 0,0\n[b]\n", "signs.txt: [b] has no parts"),
    ],
)
def test_an_unreadable_line_is_reported_with_its_file(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ArtError) as fault:
        read(tmp_path, text)
    assert str(fault.value) == sentence


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArtError, match=r"signs\.txt cannot be read"):
        read_drawings(tmp_path / "signs.txt")
