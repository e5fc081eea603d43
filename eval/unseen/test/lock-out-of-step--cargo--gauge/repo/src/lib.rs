pub fn show(n: u32, f: f64) -> String {
    format!("{}/{}", itoa::Buffer::new().format(n), ryu::Buffer::new().format(f))
}

#[test]
fn shows() {
    assert_eq!(show(3, 0.5), "3/0.5");
}
