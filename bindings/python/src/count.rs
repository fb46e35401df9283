//! Whole numbers as arguments: what is no such number, or too large, is refused in words, as other values
//! are, where Python alone would speak of an overflow.

use std::ops::RangeInclusive;

use crate::error::refused;
use pyo3::prelude::*;
use pyo3::types::PyInt;

/// A number from 0 on, as far as its type goes.
pub(crate) fn whole<N: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<N> {
    let number = value.extract::<u64>();
    if let Ok(number) = number.as_ref().map_or(Err(()), |&number| N::try_from(number).map_err(drop))
    {
        return Ok(number);
    }
    if !value.is_instance_of::<PyInt>() && !value.hasattr("__index__")? {
        // It is of another type, and Python says so.
        return Err(number.err().unwrap_or_else(|| refused("expected a whole number")));
    }
    let range = range::<N>();
    let (least, most) = (range.start(), range.end());
    Err(refused(format!("found {value}, expected a whole number from {least} to {most}")))
}

/// The same, or None.
pub(crate) fn maybe<N: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<Option<N>> {
    if value.is_none() { Ok(None) } else { whole(value).map(Some) }
}

/// What an unsigned type of this size holds.
const fn range<N>() -> RangeInclusive<u64> {
    0..=u64::MAX >> (u64::BITS as usize - 8 * size_of::<N>())
}
