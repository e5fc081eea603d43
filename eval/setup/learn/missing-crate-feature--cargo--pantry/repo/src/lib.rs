use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Jar {
    pub of: String,
    pub grams: u32,
}

/// Jars as JSON.
pub fn save(jars: &[Jar]) -> String {
    serde_json::to_string(jars).expect("jars are plain data")
}

/// The jars of a JSON text.
pub fn load(text: &str) -> Result<Vec<Jar>, serde_json::Error> {
    serde_json::from_str(text)
}

#[test]
fn round_trip() {
    let jars = vec![Jar { of: "plums".into(), grams: 400 }];
    assert_eq!(load(&save(&jars)).unwrap(), jars);
}
