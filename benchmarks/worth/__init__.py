"""What is a tile worth? Many games of bots, what came of them with 95 % intervals, and the plots of the docs page.

python -m benchmarks.worth play --workers 2     # plays; can be stopped and started again
python -m benchmarks.worth sum                  # writes results.json and the plots
"""
