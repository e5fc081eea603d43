//! Dice in the usual notation.

/// What is printed for a roll.
pub fn show(total: u32) -> String {
    itoa::Buffer::new().format(total).to_owned()
}

/// "2d6+1" -> (2, 6, 1)
pub fn parse(text: &str) -> Option<(u32, u32, u32)> {
    let (dice, plus) = text.split_once('+').unwrap_or((text, "0"));
    let (count, sides) = dice.split_once('d')?;
    Some((count.parse().ok()?, sides.parse().ok()?, plus.parse().ok()?))
}

/// Rolls with a generator that gives the same rolls for the same seed.
pub fn roll(text: &str, seed: u64) -> Option<u32> {
    let (count, sides, plus) = parse(text)?;
    let mut source = fastrand::Rng::with_seed(seed);
    Some(plus + (0..count).map(|_| source.u32(1..=sides)).sum::<u32>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_range() {
        let total = roll("2d6+1", 7).unwrap();
        assert!((3..=13).contains(&total));
        assert_eq!(show(12), "12");
    }
}
