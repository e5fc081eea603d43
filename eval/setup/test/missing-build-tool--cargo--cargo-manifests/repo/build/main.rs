fn main() {
    capnpc::CompilerCommand::new()
        .src_prefix("schema")
        .file("schema/manifest.capnp")
        .run()
        .expect("compiling the schema");
}
