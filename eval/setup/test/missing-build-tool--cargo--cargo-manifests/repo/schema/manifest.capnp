@0xb1c2d3e4f5a60718;

struct Manifest {
  vessel @0 :Text;
  boxes @1 :UInt32;
}
