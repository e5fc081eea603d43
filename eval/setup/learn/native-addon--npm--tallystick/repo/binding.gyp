{
  "targets": [
    {
      "target_name": "tally",
      "sources": ["src/tally.c"]
    }
  ]
}
