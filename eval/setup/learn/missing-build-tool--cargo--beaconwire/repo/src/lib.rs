//! Messages of the harbour beacons.

mod wire {
    include!(concat!(env!("OUT_DIR"), "/beacon.rs"));
}

pub use wire::Beacon;

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message;

    #[test]
    fn round_trip() {
        let beacon = Beacon { name: "mole".into(), period_seconds: 5 };
        assert_eq!(Beacon::decode(beacon.encode_to_vec().as_slice()).unwrap(), beacon);
    }
}
