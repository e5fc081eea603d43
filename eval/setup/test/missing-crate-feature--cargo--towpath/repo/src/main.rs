use clap::Parser;
use towpath::locks_between;

#[derive(Parser)]
struct Options {
    from: u32,
    to: u32,
}

fn main() {
    let Options { from, to } = Options::parse();
    println!("{} locks", locks_between(from, to));
}
