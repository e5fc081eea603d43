#!/bin/sh
echo bronze
