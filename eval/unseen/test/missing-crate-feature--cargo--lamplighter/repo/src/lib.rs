use anyhow::{bail, Result};
use uuid::Uuid;

/// A lamp's number, new for each night.
pub fn light(lamps: usize) -> Result<Vec<Uuid>> {
    if lamps == 0 {
        bail!("a street without lamps");
    }
    Ok((0..lamps).map(|_| Uuid::new_v4()).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_its_own() {
        let lamps = super::light(2).unwrap();
        assert_ne!(lamps[0], lamps[1]);
    }
}
