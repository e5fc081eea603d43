fn main() {
    println!("{:?}", mesh::count(&["x"]));
}
