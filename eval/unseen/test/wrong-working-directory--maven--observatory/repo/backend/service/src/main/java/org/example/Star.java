package org.example;
public record Star(String name) {}
