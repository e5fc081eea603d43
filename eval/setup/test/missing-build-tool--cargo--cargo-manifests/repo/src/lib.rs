pub mod manifest_capnp {
    include!(concat!(env!("OUT_DIR"), "/manifest_capnp.rs"));
}

/// A manifest as bytes.
pub fn write(vessel: &str, boxes: u32) -> Vec<u8> {
    let mut message = capnp::message::Builder::new_default();
    let mut root = message.init_root::<manifest_capnp::manifest::Builder>();
    root.set_vessel(vessel);
    root.set_boxes(boxes);
    capnp::serialize::write_message_to_words(&message)
}

#[test]
fn bytes_hold_the_vessel() {
    let bytes = write("Tern", 12);
    assert!(bytes.windows(4).any(|window| window == b"Tern"));
}
