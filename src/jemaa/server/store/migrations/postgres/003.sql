-- The days that the clock has shown, counted from 1970: rooms age by what was seen, not by one look.
CREATE TABLE jemaa.days (
    day integer PRIMARY KEY
);
