use time::Duration;
use waterclock::say;

#[test]
fn hours_and_minutes() {
    assert_eq!(say(Duration::minutes(65)), "1 h 5 min");
    assert_eq!(say(Duration::minutes(120)), "2 h");
}
