use seedvault::{pack, unpack};

#[test]
fn round_trip() {
    assert_eq!(pack(&[90, 75]), "5a4b");
    assert_eq!(unpack("5a4b"), Some(vec![90, 75]));
    assert_eq!(unpack("zz"), None);
}
