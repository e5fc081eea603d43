/// Rates in per cent, as one hex string.
pub fn pack(rates: &[u8]) -> String {
    hex::encode(rates)
}

/// The rates again; None if this is no blob.
pub fn unpack(blob: &str) -> Option<Vec<u8>> {
    hex::decode(blob).ok()
}
