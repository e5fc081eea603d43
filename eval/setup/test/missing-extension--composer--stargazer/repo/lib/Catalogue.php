<?php

class Catalogue
{
    private PDO $db;

    public function __construct(string $file)
    {
        $this->db = new PDO("sqlite:$file");
        $this->db->exec('create table if not exists star (name text, magnitude real)');
    }

    public function add(string $name, float $magnitude): void
    {
        $this->db->prepare('insert into star values (?, ?)')->execute([$name, $magnitude]);
    }

    /** @return string[] */
    public function brighterThan(float $magnitude): array
    {
        $found = $this->db->prepare('select name from star where magnitude < ? order by magnitude');
        $found->execute([$magnitude]);
        return $found->fetchAll(PDO::FETCH_COLUMN);
    }
}
