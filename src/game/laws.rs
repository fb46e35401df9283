//! Laws that hold in every game, checked on random games by the tests.
