const LOCKS: [u32; 4] = [2, 5, 9, 14];

/// Locks that are passed between two kilometre stones, in either direction.
pub fn locks_between(from: u32, to: u32) -> usize {
    let (low, high) = (from.min(to), from.max(to));
    LOCKS.iter().filter(|stone| (low..high).contains(stone)).count()
}

#[test]
fn both_ways() {
    assert_eq!(locks_between(3, 12), 2);
    assert_eq!(locks_between(12, 3), 2);
}
