/// Milliseconds between two beats.
pub fn interval_ms(beats_per_minute: f64) -> f64 {
    60_000.0 / beats_per_minute
}

#[test]
fn sixty_is_a_second() {
    assert_eq!(interval_ms(60.0), 1_000.0);
}
