use time::Duration;

/// "1 h 5 min" for 65 minutes.
pub fn say(duration: Duration) -> String {
    match (duration.whole_hours(), duration.whole_minutes() % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}
